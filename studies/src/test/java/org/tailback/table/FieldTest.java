package org.tailback.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Labelled;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.output.Valued;

class FieldTest {
    private enum Kind implements Labelled {
        SEND;

        @Override
        public String label() {
            return "send";
        }
    }

    private record Width(double value) implements Valued {}

    private record Node(
            String name, @Output(name = "default") int number) {}

    @Fields("sum first")
    private record Pair(int first, int second) {
        int sum() {
            return first + second;
        }
    }

    private record Row(
            double time,
            @NoOutput int secret,
            Kind kind,
            Width width,
            @Output(most = 2) List<Node> nodes,
            @Inline Pair pair,
            Map<Kind, Double> seconds,
            @Output(ifAny = true) List<String> none,
            @Nullable String absent,
            @Output(orNull = true) @Nullable String unknown) {
        @Output(after = "time")
        double twice() {
            return 2 * time;
        }

        @Output
        double last() {
            return Double.NaN;
        }

        double other() {
            return 7;
        }
    }

    private static final List<Node> NODES = List.of(new Node("a", 1), new Node("b", 2), new Node("c", 3));
    private static final Row ROW = new Row(
            0.5, 3, Kind.SEND, new Width(4), NODES, new Pair(1, 2), Map.of(Kind.SEND, 0.25), List.of(), null, null);

    private static String json(Object result) {
        StringWriter out = new StringWriter();
        Json.write(out, result);
        return out.toString().replaceAll("\\s+", "");
    }

    @Test
    void json_record_fieldsInTheOrderOfComponents() {
        assertThat(json(ROW))
                .isEqualTo("{'time':0.5,'twice':1,'kind':'send','width':4,"
                        .concat("'nodes':[{'name':'a','default':1},{'name':'b','default':2}],")
                        .concat("'sum':3,'first':1,'seconds':{'send':0.25},'unknown':null,'last':null}")
                        .replace('\'', '"'));
    }

    @Test
    void json_inlineOfNull_leftOut() {
        record Outer(int before, @Inline @Nullable Node node, int after) {}

        assertThat(json(new Outer(1, null, 2))).isEqualTo("{\"before\":1,\"after\":2}");
    }

    @Test
    void isCell_numbersAndTexts_notRecordsAndLists() {
        assertThat(Field.of(Row.class))
                .filteredOn(Field::isCell)
                .extracting(Field::name)
                .containsExactly("time", "twice", "kind", "width", "sum", "first", "absent", "unknown", "last");
    }
}
