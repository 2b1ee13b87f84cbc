/**
 * Output formats. {@code TableColumns} defines each column of a table once, with its value in a row, and writes it as
 * CSV, as fields of JSON objects or as a {@code TextTable}.
 */
@Internal
@NullMarked
package org.tailback.cli.render;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
