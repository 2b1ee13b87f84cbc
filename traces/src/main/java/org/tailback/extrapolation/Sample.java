package org.tailback.extrapolation;

/**
 * Observation of a number.
 *
 * @param context rank and iteration of the observation
 * @param value the observed number
 */
record Sample(Context context, long value) {}
