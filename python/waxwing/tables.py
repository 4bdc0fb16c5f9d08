"""Tables: rows of named values, which print, draw themselves in a notebook, and become data frames."""

from __future__ import annotations

import html
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import pandas
    import polars

Row = dict[str, Any]


class Table(Sequence[Row]):
    """Rows of named values.

    Examples:
        >>> table = Table([{"move": "d3", "visits": 70}, {"move": "c4", "visits": 30}])
        >>> table["visits"]
        [70, 30]
        >>> table[0]["move"], len(table)
        ('d3', 2)
        >>> print(table)
        move  visits
        d3        70
        c4        30
    """

    def __init__(self, rows: Iterable[Row], columns: Sequence[str] | None = None) -> None:
        self._rows = list(rows)
        self.columns = list(columns) if columns is not None else list(dict.fromkeys(key for row in self._rows for key in row))

    @overload
    def __getitem__(self, which: int) -> Row: ...
    @overload
    def __getitem__(self, which: slice) -> Table: ...
    @overload
    def __getitem__(self, which: str) -> list[Any]: ...
    def __getitem__(self, which: int | slice | str) -> Row | Table | list[Any]:
        """A row by its number, some rows, or the values of a column."""
        if isinstance(which, str):
            if which not in self.columns:
                raise KeyError(f"there is no column {which!r}: there are {', '.join(self.columns)}")
            return [row.get(which) for row in self._rows]
        if isinstance(which, slice):
            return Table(self._rows[which], self.columns)
        return self._rows[which]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self._rows, self.columns) == (other._rows, other.columns)

    __hash__ = None  # type: ignore[assignment]

    def pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self._rows, columns=self.columns)

    def polars(self) -> polars.DataFrame:
        """The table as a data frame of polars."""
        import polars

        return polars.DataFrame({column: self[column] for column in self.columns}, strict=False)

    def frame(self) -> Any:
        """The table as a data frame of pandas, or of polars where only that is installed."""
        if importlib.util.find_spec("pandas"):
            return self.pandas()
        if importlib.util.find_spec("polars"):
            return self.polars()
        raise ImportError("a data frame needs pandas or polars: pip install pandas")

    def __str__(self) -> str:
        cells = [[_word(row.get(column)) for column in self.columns] for row in self._rows]
        widths = [max(len(row[place]) for row in [self.columns, *cells]) for place in range(len(self.columns))]
        numeric = [self._is_numeric(column) for column in self.columns]

        def line(words: Sequence[str]) -> str:
            padded = (word.rjust(width) if right else word.ljust(width) for word, width, right in zip(words, widths, numeric))
            return "  ".join(padded).rstrip()

        return "\n".join([line(self.columns), *(line(row) for row in cells)])

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        def cell(tag: str, column: str, word: str) -> str:
            align = "right" if self._is_numeric(column) else "left"
            return f'<{tag} style="text-align:{align};padding:.1em .7em">{html.escape(word)}</{tag}>'

        head = "".join(cell("th", column, column) for column in self.columns)
        body = "".join(
            "<tr>" + "".join(cell("td", column, _word(row.get(column))) for column in self.columns) + "</tr>" for row in self._rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _is_numeric(self, column: str) -> bool:
        values = [value for value in self[column] if value is not None]
        return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _word(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}" if abs(value) < 100 else f"{value:,.0f}"
        case int():
            return f"{value:,}"
        case list() | tuple():
            return " ".join(_word(one) for one in value)
        case _:
            return str(value)
