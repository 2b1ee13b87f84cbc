/**
 * Message-passing programs: for each rank, the sequence of operations that a replay performs.
 *
 * <p>A {@link org.tailback.program.ParallelProgram} opens a {@link org.tailback.program.Program} for each rank. A
 * program is a lazy stream: each call of {@code produce} pushes at least one operation into an {@link
 * org.tailback.program.OperationSink}, or returns false at the end. A trace therefore need not fit into memory:
 *
 * <pre>{@code
 * public boolean produce(OperationSink sink) {
 *     sink.isend(0, 1, tag, 1_000_000);    // request 0, to rank 1
 *     sink.compute(0.25);                  // seconds
 *     sink.await(0);
 *     return true;
 * }
 * }</pre>
 *
 * <p>Contract: requests are small numbers that the program chooses; sizes are bytes and times seconds; a program can be
 * opened any number of times. {@link org.tailback.program.ForwardingSink} is the base class of transformations. Start
 * with {@code OperationSink}; {@code TraceReaderContract} tests readers.
 */
@NullMarked
package org.tailback.program;

import org.jspecify.annotations.NullMarked;
