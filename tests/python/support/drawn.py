"""What pictures must be: of some size, and not empty."""

from matplotlib import image


def names(paths):
    return {path.name for path in paths}


def check_pictures(paths):
    for path in paths:
        pixels = image.imread(path)
        assert min(pixels.shape[:2]) > 200
        assert pixels[..., :3].std() > 0.02  # not an empty sheet
