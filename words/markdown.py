"""Pages in Markdown: their blocks, and the words of a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token


def parsed(markdown: str) -> list[Token]:
    """Return a page as the tokens of markdown-it, tables too."""
    from markdown_it import MarkdownIt  # takes long to load, and few pages are read

    return MarkdownIt("commonmark").enable("table").parse(markdown)


def block_words(token: Token) -> str:
    """Return the words of a block without marks: no stars, no back ticks, no addresses."""
    words = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)
