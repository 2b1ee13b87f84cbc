/**
 * The two kinds of error that the user can correct; any other exception is an internal error.
 *
 * <p>{@link org.tailback.error.InputException}: a file, parameter or program is wrong; its message states the position,
 * the text found and the valid values. {@link org.tailback.error.UnfinishedProgramException}: the ranks of a program
 * cannot finish; its message names the waiting ranks. The command exits with status 2 and 3.
 */
@NullMarked
package org.tailback.error;

import org.jspecify.annotations.NullMarked;
