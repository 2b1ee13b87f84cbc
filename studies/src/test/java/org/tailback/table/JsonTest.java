package org.tailback.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.output.Output;

class JsonTest {
    private record Row(int n, List<String> t) {
        @Output
        List<Map<String, Integer>> deep() {
            return List.of(Map.of("m", 3), Map.of("m", 4));
        }
    }

    @Test
    void write_layout_outerLinesOnly() {
        StringWriter out = new StringWriter();

        Json.write(
                out,
                json -> json.field("a", 0.5)
                        .field("rows", List.of(new Row(1, List.of("x", "y")), new Row(2, List.of("x", "y"))))
                        .field("o", ImmutableMap.of("x", 1L, "y", true))
                        .field("map", Map.of())
                        .field("none", List.of())
                        .field("some", List.of("p", "q")));

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
                json -> json.field("nan", Double.NaN)
                        .field("infinite", Double.POSITIVE_INFINITY)
                        .field("text", null));

        assertThat(out.toString()).contains("\"nan\": null", "\"infinite\": null", "\"text\": null");
    }

    @Test
    void text_strangeLetters_escaped() {
        StringWriter out = new StringWriter();

        Json.write(out, json -> json.field("t", "a\"b\\c\nd\u0001é"));

        assertThat(out.toString()).contains("\"a\\\"b\\\\c\\nd\\u0001é\"");
    }
}
