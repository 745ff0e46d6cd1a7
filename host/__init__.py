"""Games in play: each request is checked, kept, carried out, answered and told to the guests."""
