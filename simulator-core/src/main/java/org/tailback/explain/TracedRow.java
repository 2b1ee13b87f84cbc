package org.tailback.explain;

import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationKind;

/** A rank or a helper of one. */
final class TracedRow {
    /** When it entered or left its last operation. */
    final Point at = new Point();
    /** When it can leave the operation that it is in, by what is known. */
    final Point wait = new Point();

    boolean begun;
    /** The operation that it is in. */
    OperationKind operation = OperationKind.COMPUTE;
    /** Stands for a helper. */
    int communication;
    /** The message that it sent last. */
    @Nullable
    TracedMessage sent;
}
