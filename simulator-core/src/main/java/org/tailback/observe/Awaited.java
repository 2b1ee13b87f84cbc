package org.tailback.observe;

/** Event for which an operation of a rank waits, see {@link Observer#endAwaited}. */
public enum Awaited {
    /** End of a send: the sender may reuse its buffer. */
    SENT,
    /** Arrival of a message at its receiver. */
    RECEIVED,
    /** Arrival of the envelope of a message for a probe. */
    ENVELOPE,
    /** End of a progress thread of the rank. */
    PROGRESS_THREAD
}
