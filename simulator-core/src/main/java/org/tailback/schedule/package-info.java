/**
 * Schedules: for every rank, a graph of sends, receives and calculations with dependencies, as in GOAL files.
 *
 * <p>{@link org.tailback.schedule.Schedule} is the interface; its implementations use arrays ({@link
 * org.tailback.schedule.PackedSchedule}), a mapped file or a formula. Engines execute a schedule with {@link
 * org.tailback.schedule.DependencyProgress}:
 *
 * <pre>{@code
 * progress.open(rank, ready);                  // operations without dependencies
 * progress.started(rank, operation, ready);    // appends the operations that may start now
 * progress.completed(rank, operation, ready);
 * }</pre>
 *
 * <p>Contract: immutable, readable by several threads, accessors in O(1) without allocation; operations of a rank are
 * numbered in the order of their declaration, and operations without declared dependencies have no order. {@link
 * org.tailback.schedule.UnfinishedSchedule} explains an unfinished schedule. Start with {@code Schedule}.
 */
@Beta
@NullMarked
package org.tailback.schedule;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
