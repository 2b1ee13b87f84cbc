/** Charts for papers and reports: lines, points and bars, as SVG or PNG files. */
@NullMarked
package org.tailback.chart;

import org.jspecify.annotations.NullMarked;
