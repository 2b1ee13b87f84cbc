/**
 * From recorded MPI calls to programs, whatever the trace format: computation as the time between calls, requests and the
 * operations that wait for them, ranks and sizes as a replay wants them. Format readers tell {@link
 * org.tailback.trace.mpi.CallTranslator} what they find.
 */
package org.tailback.trace.mpi;
