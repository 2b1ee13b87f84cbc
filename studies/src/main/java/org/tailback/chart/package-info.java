/**
 * Charts for papers and reports: lines, points and bars, as SVG files or inside an HTML page. A
 * {@link org.tailback.chart.Chart} is the content, {@link org.tailback.chart.ChartFile} draws it.
 *
 * <p>Series also differ without colour, by dashes and marks. SVG has the same bytes on every machine.
 */
@Beta
@NullMarked
package org.tailback.chart;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
