/**
 * Text traces of liballprof, the MPI profiling library of the LogGOPSim tool chain: a file per rank, a line per MPI call with
 * all its arguments.
 */
package org.tailback.trace.allprof;
