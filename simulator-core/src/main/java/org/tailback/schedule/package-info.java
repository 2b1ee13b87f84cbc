/**
 * Schedules: for every rank a graph of sends, receives and calculations that wait for each other, as GOAL files hold
 * them. {@link org.tailback.schedule.Schedule} is the seam: arrays, a mapped file or a formula can stand behind it.
 */
package org.tailback.schedule;
