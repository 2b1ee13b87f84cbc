package org.tailback.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
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
            .add(Guide.vertical("limit", 4096))
            .build();

    @TempDir
    Path folder;

    @Test
    void write_svg_isWellFormedAndNamesEverything() throws Exception {
        Path file = folder.resolve("a.svg");

        ChartFile.write(LINES, file);

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
                .add(Series.of("A", Series.Style.LINE, new double[] {0, 5, 10}, new double[] {0, 50, 100}))
                .build();

        Element line = (Element) parse(ChartFile.embedded(chart))
                .getElementsByTagName("polyline")
                .item(parse(ChartFile.embedded(chart))
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
    void write_bars_areAsHighAsTheirValues() throws Exception {
        Chart chart = Chart.titled("")
                .x(Axis.of("", List.of("one", "two")))
                .add(Series.of("A", Series.Style.BARS, new double[] {1, 2}))
                .build();

        NodeList bars = parse(ChartFile.embedded(chart)).getElementsByTagName("polygon");

        assertThat(height((Element) bars.item(1)))
                .isCloseTo(2 * height((Element) bars.item(0)), org.assertj.core.data.Offset.offset(0.05));
    }

    @Test
    void write_valuesThatCannotBeDrawn_areLeftOut() throws Exception {
        Chart chart = Chart.titled("")
                .x(Axis.logarithmic("", Axis.Quantity.NUMBER))
                .add(Series.of(
                        "A", Series.Style.POINTS, new double[] {0, 1, 10, 5}, new double[] {1, 1, 2, Double.NaN}))
                .build();

        String svg = ChartFile.embedded(chart);

        assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(parse(svg).getElementsByTagName("circle").getLength()).isEqualTo(2);
    }

    @Test
    void write_png_isAPictureWithInk() throws Exception {
        Path file = folder.resolve("a.PNG");

        ChartFile.write(LINES, file);

        var image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(1520);
        assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff);
        boolean blue = false;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                blue |= image.getRGB(x, y) == 0xff0072b2;
            }
        }
        assertThat(blue).as("the first series' colour").isTrue();
    }

    @Test
    void write_otherEnding_isAnInputError() {
        assertThatThrownBy(() -> ChartFile.write(LINES, folder.resolve("a.pdf")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(".svg or .png");
    }

    private static double height(Element bar) {
        String[] points = bar.getAttribute("points").split("[ ,]");
        return Math.abs(Double.parseDouble(points[1]) - Double.parseDouble(points[5]));
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
