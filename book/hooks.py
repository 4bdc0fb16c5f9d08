"""Makes a book of the repository's pages as they are.

The order of the pages is that of docs/README.md. A link to a file of the repository that is no page leads to a page that shows
the file, and a link to the folder of a crate to its reference, where that was built.
"""

import os
import posixpath
import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from mkdocs.utils import get_relative_url

ROOT = Path(__file__).resolve().parent.parent
CONTENTS = "docs/README.md"
# Pages outside docs/, and where they are in the book.
OUTSIDE = {
    "README.md": "index.md",
    CONTENTS: "contents.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
# What a highlighter calls the languages of the files that are shown.
LANGUAGES = {".cff": "yaml", ".md": "markdown", ".py": "python", ".rs": "rust", ".sh": "bash", ".toml": "toml", ".yml": "yaml"}
# Files that a browser shows, or keeps, as they are.
AS_THEY_ARE = {".bin", ".svg"}
# The largest file that is shown, in bytes.
LONGEST = 200_000
# A row of a table with this many characters needs the place of the page's own contents.
WIDE = 300
# The crates whose reference is in the book, by folder.
CRATES = set(filter(None, os.environ.get("WAXWING_CRATES", "").split(",")))

CODE_OR_LINK = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|(\]\()([^()\s]+)(\))")
HIDDEN_LINE = re.compile(r"^#( .*)?\n", re.MULTILINE)
COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^(```+)([^\n]*)\n(.*?)^\1[ ]*\n", re.MULTILINE | re.DOTALL)


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def pages():
    """The pages of the repository with their places in the book."""
    inside = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")}
    return {path: path.removeprefix("docs/") for path in sorted(inside)} | OUTSIDE


def links(path):
    """The targets of a page's links within the repository, from its root, without fragments."""
    prose = COMMENT.sub("", FENCE.sub("", text_of(path)))
    targets = (match[3] for match in CODE_OR_LINK.finditer(prose) if match[3])
    return {resolved(path, target)[0] for target in targets if is_local(target)}


def is_local(target):
    return not re.match(r"[a-z]+:|#", target)


def resolved(path, target):
    """A link's target from the root of the repository, and its fragment. Fails if there is nothing."""
    file, mark, fragment = target.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
    if not (ROOT / file).exists():
        raise PluginError(f"{path} has a link to {target}, where nothing is")
    return file, mark + fragment


def on_config(config):
    """Takes the order of the pages from the table of contents."""
    sections = [{"Home": ["index.md", {"Contents": "contents.md"}]}]
    known = pages()
    for line in text_of(CONTENTS).splitlines():
        if line.startswith("## "):
            sections.append({line[3:]: []})
        elif match := re.match(r"- \[(.+?)\]\(([^)]+)\)", line):
            (entries,) = sections[-1].values()
            entries.append({match[1]: known[resolved(CONTENTS, match[2])[0]]})
    config.nav = sections
    listed = {uri for section in sections for entries in section.values() for entry in entries
              for uri in (entry.values() if isinstance(entry, dict) else [entry])}
    missing = [path for path, uri in known.items() if "/" not in uri and uri not in listed]
    if missing:
        raise PluginError(f"{CONTENTS} does not list {', '.join(missing)}")
    return config


def on_files(files, config):
    """Adds the pages from outside docs/, and those that show files."""
    files.remove(files.get_file_from_path("README.md"))
    for path, uri in OUTSIDE.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
    shown = {target for path in pages() for target in links(path)} - set(pages())
    for folder in [path for path in shown if (ROOT / path).is_dir() and crate(path) is None]:
        inside = files_of(folder)
        # A crate has too many files to show all of them.
        shown |= set() if folder.startswith("crates/") else set(inside)
        files.append(File.generated(config, source_uri(folder), content=listing(folder, inside, shown)))
    for path in shown:
        if path.startswith("docs/") or not (ROOT / path).is_file():
            continue
        uri = source_uri(path)
        content = {"content": display(path)} if uri.endswith(".md") else {"abs_src_path": str(ROOT / path)}
        files.append(File.generated(config, uri, **content))
    return files


def files_of(folder):
    """The files of a folder that can be shown."""
    found = [path for path in (ROOT / folder).rglob("*") if path.suffix in LANGUAGES and path.stat().st_size < LONGEST]
    names = (path.relative_to(ROOT).as_posix() for path in found)
    return sorted(name for name in names if not {"target", "node_modules"} & set(name.split("/")))


def source_uri(path):
    """Where a file of the repository is in the book: on a page that shows it, if it is text."""
    return f"source/{path}" if Path(path).suffix in AS_THEY_ARE else f"source/{path}.md"


FRONT = "---\nsearch:\n  exclude: true\nhide: [navigation, toc]\n---\n"


def listing(folder, inside, shown):
    """A page with the names of a folder's files, with links to those that are shown."""
    here = posixpath.dirname(source_uri(folder))

    def entry(path):
        name, page = path.removeprefix(folder + "/"), posixpath.relpath(source_uri(path), here)
        return f"- [{name}]({page})\n" if path in shown else f"- {name}\n"

    return f"{FRONT}# {folder}/\n\n{''.join(map(entry, inside))}"


def display(path):
    """A page that shows a file."""
    language = LANGUAGES.get(posixpath.splitext(path)[1], "text")
    return f"{FRONT}# {path}\n\n``````{language}\n{text_of(path)}\n``````\n"


def crate(path):
    """The reference of the crate in a folder, if it was built."""
    name = path.removeprefix("crates/")
    return f"rust/{name.replace('-', '_')}/index.html" if path.startswith("crates/") and name in CRATES else None


def on_page_markdown(markdown, page, config, files):
    """Points links to where their targets are in the book."""
    homes = {uri: path for path, uri in pages().items()}
    path = homes.get(page.file.src_uri)
    if path is None:
        return markdown
    if any(len(line) > WIDE and line.count("|") > 6 for line in markdown.splitlines()):
        page.meta["hide"] = ["toc"]
    pieces, end = [], 0
    for fence in FENCE.finditer(markdown):
        pieces.append(relinked(markdown[end : fence.start()], path, page))
        pieces.append(without_hidden_lines(fence))
        end = fence.end()
    return "".join(pieces) + relinked(markdown[end:], path, page)


def without_hidden_lines(fence):
    """A block of code, without the lines that only its test needs."""
    mark, language, code = fence.groups()
    if language.split(",")[0] == "rust":
        code = HIDDEN_LINE.sub("", code)
    return f"{mark}{language.split(',')[0]}\n{code}{mark}\n"


def relinked(text, path, page):
    """Prose with links that lead to the book's places, without comments."""

    def replaced(match):
        if not match[3] or not is_local(match[3]):
            return match[0]
        return f"{match[2]}{place(*resolved(path, match[3]), page)}{match[4]}"

    return CODE_OR_LINK.sub(replaced, COMMENT.sub("", text))


def place(target, fragment, page):
    """Where a file of the repository is in the book, as a link of a page."""
    if reference := crate(target):
        return get_relative_url(reference, page.url)
    uri = pages().get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else source_uri(target))
    return posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or ".") + fragment
