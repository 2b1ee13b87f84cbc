package org.tailback.generator.hpl;

/**
 * Back substitution of the triangular system, from the last block of columns to the first: blocks of the solution are
 * sent up the columns of processes, and the right-hand side is sent left along the rows.
 */
record BackSubstitution(HplSettings hpl, int row, int column, Steps steps) {
    private static final int FIRST_TAG = 3001;
    private static final int LAST_TAG = 4000;
    private static final int LAST_BLOCK_TAG = 9001;

    private BlockCyclic byRow() {
        return new BlockCyclic(hpl.nb(), hpl.p());
    }

    void add() {
        int n = hpl.n();
        int nb = hpl.nb();
        int last = (n - 1) / nb;
        steps.add(() -> {
            int holder = new BlockCyclic(nb, hpl.q()).owner(n);
            int solver = last % hpl.q();
            int rows = byRow().local(n, row);
            if (rows > 0 && holder != solver && column == holder) {
                steps.send(rank(row, solver), FIRST_TAG, 8L * rows);
            } else if (rows > 0 && holder != solver && column == solver) {
                steps.receive(rank(row, holder), FIRST_TAG, 8L * rows);
            }
            if (row == last % hpl.p() && column == solver) {
                steps.kernel("dtrsv", n - last * nb, 1, 1);
            }
        });
        for (int block = last; block > 0; block--) {
            int solved = block;
            steps.add(() -> use(solved, last));
        }
        if (column == 0) {
            steps.add(() -> sendFirstBlockDown(8L * Math.min(nb, n)));
        }
    }

    /** Applies the solution of a block to the matrix rows above it, starting with the rows of the next q - 1 blocks. */
    private void use(int block, int last) {
        int nb = hpl.nb();
        int width = Math.min(nb, hpl.n() - block * nb);
        int next = (block - 1) % hpl.q();
        int end = block * nb;
        int urgentRows = Math.min(end, Math.max((hpl.q() - 1) * nb, nb));
        int urgent = byRow().local(end - urgentRows, urgentRows, row);
        int above = byRow().local(end, row);
        int rightTag = tag(last - block + 1, 0);
        if (column == block % hpl.q()) {
            boolean owner = row == block % hpl.p();
            int columnTag = tag(last - block, 1);
            if (owner && hpl.p() > 1) {
                steps.send(rank(row - 1, column), columnTag, 8L * width);
            } else if (!owner) {
                steps.receive(rank(row + 1, column), columnTag, 8L * width);
            }
            steps.kernel("dgemv", urgent, width, 1);
            if (urgent > 0 && hpl.q() > 1) {
                steps.send(rank(row, next), rightTag, 8L * urgent);
            }
            if (!owner && row != (block + 1) % hpl.p()) {
                steps.send(rank(row - 1, column), columnTag, 8L * width);
            }
        } else if (column == next && urgent > 0) {
            steps.receive(rank(row, block % hpl.q()), rightTag, 8L * urgent);
            steps.kernel("daxpy", urgent, 1, 1);
        }
        if (column == next && row == (block - 1) % hpl.p()) {
            steps.kernel("dtrsv", nb, 1, 1);
        }
        if (column == block % hpl.q()) {
            steps.kernel("dgemv", above - urgent, width, 1);
        }
    }

    /** Sends the last solved block to its column along a binary tree. */
    private void sendFirstBlockDown(long bytes) {
        for (int bit = hpl.p() > 1 ? Integer.highestOneBit(hpl.p() - 1) : 0; bit > 0; bit >>= 1) {
            if ((row & bit - 1) == 0 && (row & bit) != 0) {
                steps.receive(rank(row ^ bit, 0), LAST_BLOCK_TAG, bytes);
            } else if ((row & bit - 1) == 0 && (row ^ bit) < hpl.p()) {
                steps.send(rank(row ^ bit, 0), LAST_BLOCK_TAG, bytes);
            }
        }
    }

    private static int tag(int step, int offset) {
        int count = (LAST_TAG - FIRST_TAG + 1) / 2;
        return FIRST_TAG + 2 * (step % count) + offset;
    }

    private int rank(int ofRow, int ofColumn) {
        return hpl.rank(Math.floorMod(ofRow, hpl.p()), ofColumn);
    }
}
