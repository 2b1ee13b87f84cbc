/** Charts for papers and reports: lines, points and bars, as SVG or PNG files. */
package org.tailback.chart;
