package org.tailback.trace.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.PriorityQueue;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.trace.SharedSamples;

/**
 * What the OTF2 library itself reads from real and library-made archives, we read: golden-events.tsv and
 * golden-defs.tsv were written by a program linked to libotf2 3.0.2, with ids mapped and clocks corrected.
 */
class Otf2GoldenTest {
    private static final Pattern ATTRIBUTES = Pattern.compile("\t@.*");

    static Stream<Path> archives() {
        return SharedSamples.archives();
    }

    @Test
    void samples_areThere() {
        assumeTrue(
                archives().findAny().isPresent(), "skipped: there are no shared OTF2 samples. Set -Dtailback.shared");
        assertThat(archives()).hasSizeGreaterThan(10);
    }

    private record Head(long location, EventCursor cursor) {
        static int byTimeAndLocation(Head a, Head b) {
            int byTime = Long.compareUnsigned(a.cursor.time(), b.cursor.time());
            return byTime != 0 ? byTime : Long.compareUnsigned(a.location, b.location);
        }
    }

    static Stream<String> samples() {
        return Samples.NAMES.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void events_ofSmallSamples_areThoseOfTheLibrary(String name) throws IOException {
        compareEvents(Samples.folder(name), Samples.golden(name));
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("archives")
    void events_areThoseOfTheLibrary(Path folder) throws IOException {
        compareEvents(folder, folder.resolve("golden-events.tsv"));
    }

    private static void compareEvents(Path folder, Path reference) throws IOException {
        Otf2Archive archive = Otf2Archive.open(folder);
        PriorityQueue<Head> heads = new PriorityQueue<>(Head::byTimeAndLocation);
        for (long location : archive.definitions().locations.keySet()) {
            EventCursor cursor = archive.events(location, 64);
            if (cursor != null && cursor.next()) {
                heads.add(new Head(location, cursor));
            }
        }
        try (BufferedReader golden = SharedSamples.text(reference)) {
            long number = 0;
            for (String expected = golden.readLine(); expected != null; expected = golden.readLine()) {
                number++;
                Head head = heads.poll();
                if (head == null) {
                    fail("Events end before line %d of the reference: %s", number, expected);
                    return;
                }
                String found = EventPrinter.line(head.location, head.cursor);
                String withoutAttributes =
                        EventPrinter.ofReference(ATTRIBUTES.matcher(expected).replaceFirst(""));
                if (!found.equals(withoutAttributes)) {
                    assertThat(found).as("line %d of the reference", number).isEqualTo(withoutAttributes);
                }
                if (head.cursor.next()) {
                    heads.add(head);
                }
            }
            assertThat(number).isPositive();
        }
        assertThat(heads).as("events beyond the reference").isEmpty();
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("archives")
    void definitions_areThoseOfTheLibrary(Path folder) throws IOException {
        Otf2Archive archive = Otf2Archive.open(folder);
        // in one archive of the oldest format regions lack three fields, where the library reads bytes of the next
        // record
        boolean oldRegions = folder.endsWith("otf2-integrity-test");
        try (BufferedReader golden = SharedSamples.text(folder.resolve("golden-defs.tsv"))) {
            List<String> expected = DefinitionPrinter.ofReference(golden.lines().toList(), oldRegions);
            assertThat(DefinitionPrinter.lines(archive)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }
}
