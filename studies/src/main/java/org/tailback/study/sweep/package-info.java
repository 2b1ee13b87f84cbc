/** Sweeps: many replays described by one file, their results appended row by row, resumable, on one machine or many. */
package org.tailback.study.sweep;
