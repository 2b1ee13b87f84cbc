package org.tailback.observe;

/**
 * The envelope of a message, seen by one of its ranks.
 *
 * @param peer the other rank; the number of requests of a waitall, waitany or waitsome
 * @param tag of a send, receive or probe
 * @param communicator of a send, receive or probe
 * @param bytes of a send or receive, >= 0; 0 elsewhere
 */
public record Envelope(int peer, int tag, int communicator, long bytes) {}
