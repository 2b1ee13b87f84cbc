package org.tailback.extrapolation;

/**
 * One observation of a number.
 *
 * @param context where it was seen
 * @param value what was seen
 */
record Sample(Context context, long value) {}
