package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

class YamlSettingsTest {
    private static Settings parse(String... lines) {
        return YamlSettings.parse(String.join("\n", lines), "p.yaml", "platform file");
    }

    @Test
    void parse_anyValue_remembersLineAndColumnOfKeyAndValue() {
        Settings settings = parse(
                "# comment",
                "cost:",
                "  model:   plogp",
                "  gap: {64: 20 us, 1024: 30 us}",
                "list:",
                "  - {a: 1}",
                "  - {a: 2}");
        assertThat(settings.keys()).containsExactly("cost", "list");
        assertThat(settings.place()).isEqualTo("p.yaml:2:1");
        Settings cost = settings.section("cost");
        assertThat(cost.name()).isEqualTo("cost");
        assertThat(cost.place()).isEqualTo("p.yaml:3:3");
        assertThat(settings.value("cost").keyPlace()).isEqualTo("p.yaml:2:1");
        assertThat(cost.placeOf("model")).isEqualTo("p.yaml:3:12");
        assertThat(cost.section("gap").seconds("1024")).isEqualTo(30e-6);
        assertThat(cost.section("gap").placeOf("1024")).isEqualTo("p.yaml:4:26");
        assertThat(settings.sections("list").get(1).integer("a")).isEqualTo(2);
        assertThat(settings.sections("list").get(1).placeOf("a")).isEqualTo("p.yaml:7:9");
    }

    @Test
    void parse_scalars_stayTheTextThatWasWritten() {
        Settings settings =
                parse("a: 010", "b: 'null'", "c: yes", "d: \"x\\ty\"", "e: 1e3", "f: >-", "  two", "  lines");
        assertThat(settings.text("a")).isEqualTo("010");
        assertThat(settings.text("b")).isEqualTo("null");
        assertThat(settings.flag("c", false)).isTrue();
        assertThat(settings.text("d")).isEqualTo("x\ty");
        assertThat(settings.number("e")).isEqualTo(1000);
        assertThat(settings.text("f")).isEqualTo("two lines");
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of(
                        "a: [1, 2\nb: 3",
                        "p.yaml:2:2: invalid YAML: expected ',' or ']', but got :, while parsing a flow sequence"),
                Arguments.of("a: b: c", "p.yaml:1:5: invalid YAML: mapping values are not allowed here"),
                Arguments.of(
                        "a:\n\t- x",
                        "p.yaml:2:1: invalid YAML: found character '\\t(TAB)' that cannot start any token, while"
                                + " scanning for the next token. Indent with spaces"),
                Arguments.of(
                        "a: 'x",
                        "p.yaml:1:6: invalid YAML: found unexpected end of stream, while scanning a quoted scalar"),
                Arguments.of("a: 1\nb: x\u0007y", "p.yaml:2:5: invalid YAML: the character U+0007 is not allowed"),
                Arguments.of(
                        "a: !!int 3",
                        "p.yaml:1:4: found the tag 'tag:yaml.org,2002:int'. Remove it: values need no tags"),
                Arguments.of(
                        "a: !!javax.script.ScriptEngineManager []",
                        "p.yaml:1:4: found the tag 'tag:yaml.org,2002:javax.script.ScriptEngineManager'. Remove it:"
                                + " values need no tags"),
                Arguments.of(
                        "a: &x 1\nb: *x",
                        "p.yaml:2:4: found the alias '*x'; aliases are not supported. Write the value out"),
                Arguments.of(
                        "---\na: 1\n---\nb: 2",
                        "p.yaml:3:1: a platform file must be one YAML document, found a second"),
                Arguments.of("? [a]\n: 1", "p.yaml:1:3: expected a key, a plain word or number"),
                Arguments.of(
                        "a: 1\nb: 2\na: 3",
                        "p.yaml:3:1: key 'a' is defined twice, first at p.yaml:1:1. Remove one of them"),
                Arguments.of(
                        "x:\n  a: 1\n  a: 1",
                        "p.yaml:3:3: key 'a' is defined twice, first at p.yaml:2:3. Remove one of them"),
                Arguments.of(
                        "cost:\nb: 2",
                        "p.yaml:1:6: expected a value for 'cost' (a string, number, list or section), found none. Write"
                                + " cost: VALUE, or remove it"),
                Arguments.of(
                        "a: [1, ~]",
                        "p.yaml:1:8: expected a value for 'a' (a string, number, list or section), found '~'. Write a:"
                                + " VALUE, or remove it"),
                Arguments.of(
                        "{\"x\": 1, bad}",
                        "p.yaml:1:13: expected a value for 'bad' (a string, number, list or section), found none. Write"
                                + " \"bad\": VALUE, or remove it"),
                Arguments.of("- a", "p.yaml:1:1: expected a section (key: value lines)"),
                Arguments.of("text", "p.yaml:1:1: expected a section (key: value lines)"),
                Arguments.of("", "p.yaml: the platform file is empty"),
                Arguments.of("# only a comment\n", "p.yaml: the platform file is empty"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void parse_malformed_isOneSentenceWithLineAndColumn(String text, String message) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(InputException.class).hasMessage(message);
    }

    @Test
    void parse_deepNesting_isRefusedBeforeItOverflowsTheStack() {
        String hostile = "a: " + "[".repeat(1_000_000);
        assertThatThrownBy(() -> parse(hostile))
                .isInstanceOf(InputException.class)
                .hasMessage("p.yaml:1:35: more than 32 levels of nesting");
    }

    @Test
    void read_fileThatIsNotThereOrNotText_saysSo(@TempDir Path folder) throws IOException {
        Path missing = folder.resolve("missing.yaml");
        assertThatThrownBy(() -> YamlSettings.read(missing, "platform file"))
                .isInstanceOf(InputException.class)
                .hasMessage(missing + ": there is no such platform file. Check the path");
        assertThatThrownBy(() -> YamlSettings.read(folder, "platform file"))
                .isInstanceOf(InputException.class)
                .hasMessage(folder + ": expected a platform file, found a folder");
        Path binary = folder.resolve("binary.yaml");
        Files.write(binary, new byte[] {'a', ':', ' ', (byte) 0xff, 'x'});
        assertThatThrownBy(() -> YamlSettings.read(binary, "platform file"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        binary + ":1:4: expected text in UTF-8, found the byte 0xff. Is the text in another encoding?");
        Path large = folder.resolve("large.yaml");
        Files.write(large, new byte[YamlSettings.MAX_BYTES + 1]);
        assertThatThrownBy(() -> YamlSettings.read(large, "platform file"))
                .isInstanceOf(InputException.class)
                .hasMessage(large + ": a platform file may have 4194304 bytes, found 4194305");
        assertThatThrownBy(() -> YamlSettings.parse(" ".repeat(YamlSettings.MAX_BYTES + 1), "x.json", "platform file"))
                .hasMessageContaining("x.json: a platform file may have 4194304 bytes, found 4194305");
    }

    @Test
    void read_utf8WithByteOrderMark_isRead(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("p.yaml");
        Files.writeString(file, "\ufeffa: 5 \u00b5s\r\nb: 2\r\n");
        Settings settings = YamlSettings.read(file, "platform file");
        assertThat(settings.seconds("a")).isEqualTo(5e-6);
        assertThat(settings.placeOf("b")).isEqualTo(file + ":2:4");
    }
}
