/** Replays as one HTML file that opens from disk: verdict, bounds, timeline, contention, traffic, tables. */
package org.tailback.report;
