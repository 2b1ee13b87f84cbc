package org.tailback.observe;

/**
 * Envelope of a message, as used by one of its two ranks.
 *
 * @param peer other rank; the number of requests of a waitall, waitany or waitsome
 * @param tag of a send, receive or probe
 * @param communicator of a send, receive or probe
 * @param bytes of a send or receive, >= 0; 0 elsewhere
 */
public record Envelope(int peer, int tag, int communicator, long bytes) {}
