package org.tailback.fit.measure;

/**
 * What the client saw of one {@link Exchange}, in seconds.
 *
 * @param total from before the first send until the answer was there, the pause included
 * @param firstSend how long the call that sent the first message took
 * @param receive how long the call that received the answer took
 */
public record ExchangeTiming(double total, double firstSend, double receive) {}
