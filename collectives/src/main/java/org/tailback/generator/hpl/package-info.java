/**
 * High-Performance Linpack as a program: the messages and kernel calls of HPL 2.2, rank by rank, written from its
 * published description. {@link org.tailback.generator.hpl.HplProgram} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package org.tailback.generator.hpl;
