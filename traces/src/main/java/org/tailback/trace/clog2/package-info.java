/**
 * CLOG-2 files, as the MPE library writes them for MPI programs. {@link org.tailback.trace.clog2.Clog2Cursor} reads the
 * format itself, {@link org.tailback.trace.clog2.Clog2TraceReader} makes programs of it.
 *
 * <p>Source of the format's description: MPE 2 (permissive licence of Argonne National Laboratory) and files of version
 * 02.44; no code of it was used.
 */
package org.tailback.trace.clog2;
