/**
 * Charts for papers and reports: lines, points and bars, as SVG files or inside an HTML page. A {@link
 * org.tailback.chart.Chart} contains the values and labels, and {@link org.tailback.chart.ChartFile} draws it.
 *
 * <p>Series differ not only by colour but also by dashes and marks. The SVG files have the same bytes on every machine.
 */
@Beta
@NullMarked
package org.tailback.chart;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
