package org.tailback.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void write_layout_outerLinesOnly() {
        StringWriter out = new StringWriter();

        Json.write(
                out,
                json -> json.number("a", 0.5)
                        .objects(
                                "rows",
                                List.of(1, 2),
                                (item, n) -> item.number("n", n)
                                        .texts("t", List.of("x", "y"))
                                        .objects("deep", List.of(3, 4), (inner, m) -> inner.number("m", m)))
                        .object("o", item -> item.number("x", 1L).flag("y", true))
                        .numbers("map", Map.of())
                        .texts("none", List.of())
                        .texts("some", List.of("p", "q")));

        assertThat(out).hasToString("""
                        {
                          "a": 0.5,
                          "rows": [
                            {"n": 1, "t": ["x", "y"], "deep": [{"m": 3}, {"m": 4}]},
                            {"n": 2, "t": ["x", "y"], "deep": [{"m": 3}, {"m": 4}]}
                          ],
                          "o": {"x": 1, "y": true},
                          "map": {},
                          "none": [],
                          "some": [
                            "p",
                            "q"
                          ]
                        }
                        """);
    }

    @Test
    void number_notFinite_null() {
        StringWriter out = new StringWriter();

        Json.write(
                out,
                json -> json.number("nan", Double.NaN)
                        .number("infinite", Double.POSITIVE_INFINITY)
                        .text("text", null));

        assertThat(out.toString()).contains("\"nan\": null", "\"infinite\": null", "\"text\": null");
    }

    @Test
    void text_strangeLetters_escaped() {
        StringWriter out = new StringWriter();

        Json.write(out, json -> json.text("t", "a\"b\\c\nd\u0001é"));

        assertThat(out.toString()).contains("\"a\\\"b\\\\c\\nd\\u0001é\"");
    }
}
