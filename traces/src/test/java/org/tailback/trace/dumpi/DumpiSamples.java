package org.tailback.trace.dumpi;

import java.io.IOException;
import java.nio.file.Path;

/** Small traces for tests of all formats. */
public final class DumpiSamples {
    private DumpiSamples() {}

    /** Four ranks that use most kinds of records. */
    public static Path write(Path folder) throws IOException {
        DumpiBytes[] ranks = new DumpiBytes[4];
        for (int rank = 0; rank < ranks.length; rank++) {
            int right = (rank + 1) % 4;
            int left = (rank + 3) % 4;
            ranks[rank] = new DumpiBytes()
                    .init()
                    .call(82)
                    .h(DumpiBytes.WORLD)
                    .i(rank)
                    .irecv(-1, 5, 100, 2)
                    .isend(right, 5, 100, 3)
                    .waitall(2, 3)
                    .i(2)
                    .status(400, left, 5)
                    .status(0, 0, 0)
                    .call(38)
                    .i(2)
                    .ints(1, 2)
                    .ints(0, 4)
                    .h(DumpiBytes.INT)
                    .h(28)
                    .call(33)
                    .i(1)
                    .h(28)
                    .i(right)
                    .i(6)
                    .i(1)
                    .h(28)
                    .i(left)
                    .i(6)
                    .h(DumpiBytes.WORLD)
                    .noStatus()
                    .split(DumpiBytes.WORLD, rank % 2, rank, 4)
                    .call(61)
                    .i(2)
                    .ints(1, 2)
                    .ints(0, 1)
                    .h(9)
                    .ints(1, 2)
                    .ints(0, 1)
                    .h(9)
                    .h(4)
                    .call(72)
                    .h(4)
                    .h(4)
                    .call(78)
                    .h(4)
                    .i(1)
                    .i(1)
                    .ints(1, 0, -1)
                    .h(5)
                    .call(85)
                    .h(4)
                    .h(5)
                    .h(5)
                    .call(99)
                    .h(DumpiBytes.WORLD)
                    .i(2)
                    .ints(2, 2)
                    .ints(1, 1)
                    .i(0)
                    .h(6)
                    .call(111)
                    .i(2)
                    .h(6)
                    .ints(0, 1)
                    .h(7)
                    .barrier(7)
                    .call(65)
                    .i(10)
                    .h(DumpiBytes.DOUBLE)
                    .b(3)
                    .h(5)
                    .call(114)
                    .text("node")
                    .i(4)
                    .finish();
        }
        return DumpiBytes.write(folder, ranks);
    }
}
