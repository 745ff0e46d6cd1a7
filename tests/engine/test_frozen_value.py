"""Values that load without `dataclasses`: they behave as frozen dataclasses do, everywhere."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, fields, replace

import msgspec
import pytest

from engine.frozen_value import FrozenValue


class Place(FrozenValue):
    """A value, as the engine has them."""

    name: str
    level: int = 1
    before: Place | None = None


@dataclass(frozen=True)
class Twin:
    """The same as a dataclass."""

    name: str
    level: int = 1
    before: Twin | None = None


MADE = [((), {"name": "A"}), (("A",), {}), (("A", 2), {"before": None}), (("A", 1, None), {})]


@pytest.mark.parametrize(("given", "named"), MADE)
def test_it_is_made_shown_and_told_as_a_dataclass_is(given, named):
    value, twin = Place(*given, **named), Twin(*given, **named)
    assert repr(value) == repr(twin).replace("Twin", "Place")
    assert asdict(value) == asdict(twin)
    assert asdict(replace(value, level=7)) == asdict(replace(twin, level=7))
    assert [one.name for one in fields(value)] == [one.name for one in fields(twin)]
    assert msgspec.json.encode(value) == msgspec.json.encode(twin)


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("A",), {"name": "B"}), (("A",), {"age": 3}), ((1, 2, 3, 4), {})],
)
def test_each_field_is_given_once(given, named):
    for kind in (Place, Twin):
        with pytest.raises(TypeError):
            kind(*given, **named)


def test_it_is_equal_to_another_of_its_class_with_the_same_fields():
    value = Place("A", before=Place("B"))
    assert value == Place("A", 1, Place("B")) != Place("A")
    assert hash(value) == hash(Place("A", 1, Place("B")))
    assert value != ("A", 1, Place("B"))
    assert copy.deepcopy(value) == value == pickle.loads(pickle.dumps(value))


def test_nothing_changes_it():
    value = Place("A")
    with pytest.raises(AttributeError, match="level"):
        value.level = 2
    with pytest.raises(AttributeError, match="level"):
        del value.level
    with pytest.raises(FrozenInstanceError):
        Twin("A").level = 2
    assert value == Place("A")


@pytest.mark.parametrize(
    "document",
    [{"name": "A"}, {"name": 3}, {}, {"name": "A", "before": {"name": "B", "level": ""}}],
)
def test_it_is_read_from_a_file_as_a_dataclass_is(document):
    read = []
    for kind in (Place, Twin):
        try:
            read.append(asdict(msgspec.convert(document, kind, strict=True)))
        except msgspec.ValidationError as fault:
            read.append(str(fault))
    assert read[0] == read[1]
