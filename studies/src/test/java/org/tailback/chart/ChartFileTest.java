package org.tailback.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ChartFileTest {
    private static final Chart LINES = Chart.titled("time < size & \"quotes\"")
            .x(Axis.logarithmic("size", Axis.Quantity.BYTES))
            .y(Axis.linear("time", Axis.Quantity.SECONDS))
            .add(Series.of("A", Series.Style.LINE, new double[] {1024, 4096, 16384}, new double[] {0.1, 0.2, 0.4}))
            .add(Series.of("B", Series.Style.STEPS, new double[] {1024, 4096}, new double[] {0.3, 0.1}))
            .add(new Guide("limit", 4096, Double.NEGATIVE_INFINITY, 4096, Double.POSITIVE_INFINITY));

    @TempDir
    Path folder;

    @Test
    void write_svg_isWellFormedAndNamesEverything() throws Exception {
        Path file = folder.resolve("a.svg");

        ChartFile.write(file, () -> LINES);

        Document document = parse(Files.readString(file));
        assertThat(texts(document)).contains("time < size & \"quotes\"", "A", "B", "limit", "1 KiB", "4 KiB", "100 ms");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void write_svg_placesValuesInProportion() throws Exception {
        Chart chart = Chart.titled("")
                .x(Axis.linear("", Axis.Quantity.NUMBER))
                .add(Series.of("A", Series.Style.LINE, new double[] {0, 5, 10}, new double[] {0, 50, 100}));

        Element line = (Element) parse(ChartFile.svg(chart))
                .getElementsByTagName("polyline")
                .item(parse(ChartFile.svg(chart))
                                .getElementsByTagName("polyline")
                                .getLength()
                        - 1);
        String[] points = line.getAttribute("points").split("[ ,]");

        double middleX = (Double.parseDouble(points[0]) + Double.parseDouble(points[4])) / 2;
        double middleY = (Double.parseDouble(points[1]) + Double.parseDouble(points[5])) / 2;
        assertThat(Double.parseDouble(points[2])).isCloseTo(middleX, org.assertj.core.data.Offset.offset(0.02));
        assertThat(Double.parseDouble(points[3])).isCloseTo(middleY, org.assertj.core.data.Offset.offset(0.02));
        assertThat(Double.parseDouble(points[5])).as("larger is higher").isLessThan(Double.parseDouble(points[1]));
    }

    @Test
    void write_guideThatLeavesThePlot_keepsItsDirection() throws Exception {
        // axes from 0 to 10.5: y = 2 x leaves at the top, half way
        Chart chart = Chart.titled("")
                .x(Axis.linear("", Axis.Quantity.NUMBER))
                .add(Series.of("A", Series.Style.LINE, new double[] {0, 10}, new double[] {0, 10}))
                .add(new Guide("once", 0, 0, 10.5, 10.5))
                .add(new Guide("twice", 0, 0, 10.5, 21));

        double[] once = dashed(chart, 0);
        double[] twice = dashed(chart, 1);

        double[] half = {once[0], once[1], (once[0] + once[2]) / 2, once[3]};
        assertThat(twice).containsExactly(half, org.assertj.core.data.Offset.offset(0.02));
    }

    private static double[] dashed(Chart chart, int number) throws Exception {
        NodeList lines = parse(ChartFile.svg(chart)).getElementsByTagName("polyline");
        int found = 0;
        for (int i = 0; i < lines.getLength(); i++) {
            Element line = (Element) lines.item(i);
            if (line.hasAttribute("stroke-dasharray") && found++ == number) {
                return java.util.Arrays.stream(line.getAttribute("points").split("[ ,]"))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
            }
        }
        throw new AssertionError("no dashed line " + number);
    }

    @Test
    void write_bars_areAsLongAsTheirValues() throws Exception {
        Chart chart = Chart.titled("")
                .x(Axis.of("", List.of("one", "two")))
                .add(Series.of("A", Series.Style.BARS, new double[] {1, 2}));

        NodeList bars = parse(ChartFile.svg(chart)).getElementsByTagName("polygon");

        assertThat(width((Element) bars.item(1)))
                .isCloseTo(2 * width((Element) bars.item(0)), org.assertj.core.data.Offset.offset(0.05));
    }

    /** Two parts of 1 and 3 in one bar: the second begins where the first ends, and their sum stands at the right. */
    @Test
    void write_parts_followEachOther() throws Exception {
        Chart chart = Chart.titled("")
                .x(Axis.of("", List.of("one")))
                .add(Series.of("A", Series.Style.PARTS, new double[] {1}))
                .add(Series.of("B", Series.Style.PARTS, new double[] {3}));

        Document svg = parse(ChartFile.svg(chart));
        Element first = (Element) svg.getElementsByTagName("polygon").item(0);
        Element second = (Element) svg.getElementsByTagName("polygon").item(1);

        assertThat(width(second)).isCloseTo(3 * width(first), org.assertj.core.data.Offset.offset(0.05));
        assertThat(second.getAttribute("points").split("[ ,]")[0])
                .isEqualTo(first.getAttribute("points").split("[ ,]")[2]);
        assertThat(texts(svg)).contains("4");
    }

    @Test
    void write_intervals_areExplainedAndLieOnPaper() throws Exception {
        Chart chart = Chart.titled("Which one?")
                .subtitle("a program")
                .intervals("error of 15 %")
                .x(Axis.of("", List.of("one")))
                .add(Series.of("time", Series.Style.BARS, new double[] {2})
                        .withIntervals(List.of(1), low -> 1, high -> 3));

        Document svg = parse(ChartFile.svg(chart));

        assertThat(texts(svg)).contains("Which one?", "a program", "error of 15 %", "time");
        assertThat(elements(svg, "polyline").stream()
                        .filter(line -> line.getAttribute("class").equals("casing")))
                .as("three lines of the whisker, and of that of the legend")
                .hasSize(6);
    }

    @Test
    void embedded_hasADrawingForWideAndForNarrowPages() {
        assertThat(ChartFile.embedded(LINES))
                .contains("<div class=\"wide\"><svg", "<div class=\"narrow\"><svg", "viewBox=\"0 0 440 ");
    }

    @Test
    void write_longTitle_isBrokenIntoLines() throws Exception {
        String words = "word ".repeat(60).strip();

        List<String> texts = texts(parse(ChartFile.svg(Chart.titled(words))));

        assertThat(texts.stream().filter(text -> text.startsWith("word"))).hasSizeGreaterThan(2);
        assertThat(texts.stream().filter(text -> text.startsWith("word")).reduce("", (a, b) -> (a + " " + b).strip()))
                .isEqualTo(words);
    }

    @Test
    void write_valuesThatCannotBeDrawn_areLeftOut() throws Exception {
        Chart chart = Chart.titled("")
                .x(Axis.logarithmic("", Axis.Quantity.NUMBER))
                .add(Series.of(
                        "A", Series.Style.POINTS, new double[] {0, 1, 10, 5}, new double[] {1, 1, 2, Double.NaN}));

        String svg = ChartFile.svg(chart);

        assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(parse(svg).getElementsByTagName("circle").getLength()).isEqualTo(2);
    }

    @Test
    void write_moreEntriesThanThePlotIsHigh_showsAllOfTheLegend() throws Exception {
        Chart chart = Chart.titled("many");
        for (int i = 0; i < 40; i++) {
            chart = chart.add(
                    Series.of("series " + i, Series.Style.LINE, new double[] {1, 2}, new double[] {i, i + 1}));
        }

        Document svg = parse(ChartFile.svg(chart));

        double height = Double.parseDouble(
                svg.getDocumentElement().getAttribute("viewBox").split(" ")[3]);
        List<Element> entries = elements(svg, "text").stream()
                .filter(text -> text.getTextContent().startsWith("series "))
                .toList();
        assertThat(entries).hasSize(40);
        assertThat(entries).allMatch(entry -> Double.parseDouble(entry.getAttribute("y")) < height);
        assertThat(lines(svg).subList(0, 40).stream().map(ChartFileTest::look).distinct())
                .as("colour, dash and mark of no two series are the same")
                .hasSize(40);
    }

    @Test
    void write_grouped_colorsAreExplainedOnceAndDashesOnce() throws Exception {
        Chart chart = Chart.titled("grouped");
        for (String algorithm : List.of("A", "B")) {
            for (String ranks : List.of("4 ranks", "8 ranks", "16 ranks")) {
                chart = chart.add(
                        Series.of(algorithm + ", " + ranks, Series.Style.LINE, new double[] {1, 2}, new double[] {3, 4})
                                .grouped(algorithm, ranks, ""));
            }
        }

        Document svg = parse(ChartFile.svg(chart));

        assertThat(texts(svg)).containsOnlyOnce("A", "B", "4 ranks", "8 ranks", "16 ranks");
        assertThat(texts(svg)).doesNotContain("A, 4 ranks");
        List<Element> curves = lines(svg).subList(0, 6);
        assertThat(curves.subList(0, 3).stream().map(curve -> curve.getAttribute("stroke")))
                .containsOnly("#0072b2");
        assertThat(curves.subList(3, 6).stream().map(curve -> curve.getAttribute("stroke")))
                .containsOnly("#d55e00");
        assertThat(curves.subList(0, 3).stream().map(curve -> curve.getAttribute("stroke-dasharray")))
                .doesNotHaveDuplicates();
    }

    @Test
    void write_panels_shareTheirAxes() throws Exception {
        Chart chart = Chart.titled("panels")
                .add(Series.of("a", Series.Style.LINE, new double[] {0, 10}, new double[] {0, 10})
                        .grouped("A", "", "left"))
                .add(Series.of("b", Series.Style.LINE, new double[] {0, 10}, new double[] {0, 5})
                        .grouped("A", "", "right"));

        Document svg = parse(ChartFile.svg(chart));

        assertThat(texts(svg)).contains("left", "right");
        double[] left = points(lines(svg).get(0));
        double[] right = points(lines(svg).get(1));
        assertThat(right[0]).as("beside").isGreaterThan(left[2]);
        assertThat(right[1]).as("the same 0").isEqualTo(left[1]);
        assertThat(right[1] - right[3])
                .as("half as high")
                .isCloseTo((left[1] - left[3]) / 2, org.assertj.core.data.Offset.offset(0.02));
    }

    /** The curves, and the lines of the legend's entries. */
    private static List<Element> lines(Document svg) {
        return elements(svg, "polyline").stream()
                .filter(line -> line.getAttribute("stroke-width").equals("1.8")
                        && line.getAttribute("stroke").startsWith("#"))
                .toList();
    }

    private static String look(Element line) {
        Element mark = (Element) line.getPreviousSibling().getPreviousSibling();
        return line.getAttribute("stroke")
                + line.getAttribute("stroke-dasharray")
                + mark.getTagName()
                + shape(mark.getAttribute("points"));
    }

    /** The corners of a mark, relative to the first. */
    private static String shape(String points) {
        if (points.isEmpty()) {
            return "";
        }
        String[] numbers = points.split("[ ,]");
        StringBuilder shape = new StringBuilder();
        for (int i = 2; i < numbers.length; i++) {
            shape.append(Math.round(Double.parseDouble(numbers[i]) - Double.parseDouble(numbers[i % 2])))
                    .append(' ');
        }
        return shape.toString();
    }

    private static double[] points(Element line) {
        return java.util.Arrays.stream(line.getAttribute("points").split("[ ,]"))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static List<Element> elements(Document svg, String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    @Test
    void write_otherEnding_isAnInputError() {
        assertThatThrownBy(() -> ChartFile.write(folder.resolve("a.pdf"), () -> LINES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a chart is written as .svg");
    }

    private static double width(Element bar) {
        String[] points = bar.getAttribute("points").split("[ ,]");
        return Math.abs(Double.parseDouble(points[0]) - Double.parseDouble(points[2]));
    }

    private static List<String> texts(Document document) {
        NodeList nodes = document.getElementsByTagName("text");
        return java.util.stream.IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent())
                .toList();
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
