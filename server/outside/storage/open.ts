// Chooses where pictures are kept: the bucket when one is set, the disk otherwise.
