"""The words of both languages: gettext, the locale, names of seats, rules in short."""
