"""Short form of the album: one game, two sizes, another language and the dark room."""

from pathlib import Path

import pytest

from tests.campaigns.album import album


def png_size(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


@pytest.mark.slow("takes pictures of a round at every size")
def test_every_moment_of_a_round_is_photographed_at_each_size(tmp_path: Path) -> None:
    sizes = ((360, 640), (1280, 800))
    found = album(tmp_path, ["three-card-split"], lang="zh", room="dark", sizes=sizes)
    moments = [each.removeprefix("three-card-split: ") for each in found]
    assert moments[-1] == "settled"
    assert {each.split()[0] for each in moments} >= {"betting", "playing", "settled"}
    for width, height in sizes:
        for name in ["../lobby", *moments]:
            picture = tmp_path / "three-card-split" / f"{name.replace(' ', '-')} {width}x{height}.png"
            assert png_size(picture) == (width, height)
        assert png_size(tmp_path / f"three-card-split {width}x{height}.png")[0] >= width
