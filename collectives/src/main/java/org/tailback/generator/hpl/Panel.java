package org.tailback.generator.hpl;

/** One rank's view of a panel: columns ia to ia + jb - 1 of the matrix, factorised and sent along the rows. */
final class Panel {
    final int ia;
    final int jb;
    /** Number of the rank's rows from the panel's first row onwards. */
    final int rows;
    /** Number of the rank's columns to the right of the panel that are not yet updated with the panel. */
    int columns;

    final int ownerRow;
    final int ownerColumn;
    final int tag;
    /** Size of the broadcast in bytes. */
    final long bytes;
    /** Whether the rank has received and forwarded the panel. */
    boolean arrived;

    Panel(HplSettings hpl, int row, int column, int ia, int tag) {
        BlockCyclic byRow = new BlockCyclic(hpl.nb(), hpl.p());
        BlockCyclic byColumn = new BlockCyclic(hpl.nb(), hpl.q());
        this.ia = ia;
        this.tag = tag;
        jb = Math.min(hpl.n() - ia, hpl.nb());
        rows = byRow.local(ia, hpl.n() - ia, row);
        columns = byColumn.local(ia, hpl.n() + 1 - ia, column);
        ownerRow = byRow.owner(ia);
        ownerColumn = byColumn.owner(ia);
        bytes = 8L * ((long) below(row) * jb + (long) jb * jb + jb + 1);
        arrived = hpl.q() == 1;
    }

    /** Returns the number of matrix rows below the diagonal block that a rank of a process row holds. */
    int below(int row) {
        return row == ownerRow ? Math.max(0, rows - jb) : rows;
    }
}
