package org.tailback.observe;

/** The request or message that an operation of a rank waits for, see {@link Observer#endAwaited}. */
public enum Awaited {
    /** The sender's side of a message: it may use its buffer again. */
    SENT,
    /** The receiver's side of a message: it has arrived. */
    RECEIVED,
    /** The envelope of a message that a probe looks for. */
    ENVELOPE,
    /** A progress thread of the rank. */
    PROGRESS_THREAD
}
