package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.program.CollectiveCall;

class TracesTest {
    @TempDir
    Path folder;

    @Test
    void readers_areFoundAsServices() {
        assertThat(Traces.readers())
                .extracting(TraceReader::name)
                .contains("simgrid-ti")
                .isSorted();
        assertThat(Traces.readers()).allSatisfy(reader -> {
            assertThat(reader.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
            assertThat(reader.summary()).isNotBlank().doesNotContain("\n");
            assertThat(reader.carries()).containsAnyOf(TraceContent.MESSAGES, TraceContent.COLLECTIVES);
        });
    }

    @Test
    void open_nothingThere_isSaid() {
        Path path = folder.resolve("none");

        assertThatThrownBy(() -> Traces.open(path))
                .isInstanceOf(InputException.class)
                .hasMessage(path + ": there is no such file or folder");
    }

    @Test
    void open_nameOfAnotherIsNear_isSuggested() throws IOException {
        Files.writeString(folder.resolve("heat-8.otf2"), "");
        Path path = folder.resolve("heat-9.otf2");

        assertThatThrownBy(() -> Traces.open(path))
                .isInstanceOf(InputException.class)
                .hasMessage(path + ": there is no such file or folder. Did you mean 'heat-8.otf2'?");
    }

    @Test
    void open_linkToNothing_isNotSuggestedItself() throws IOException {
        Path path = Files.createSymbolicLink(folder.resolve("heat-8.otf2"), folder.resolve("gone"));

        assertThatThrownBy(() -> Traces.open(path))
                .isInstanceOf(InputException.class)
                .hasMessage(path + ": there is no such file or folder");
    }

    @Test
    void namesEnding_severalSuffixes_eachNameOnce() throws IOException {
        for (String name : List.of("b.prv", "a.prv.gz", "c.row", "d.gz")) {
            Files.createFile(folder.resolve(name));
        }

        assertThat(TraceSample.of(folder).namesEnding(".prv", ".gz", ".prv.gz"))
                .containsExactly("a.prv.gz", "b.prv", "d.gz");
        assertThat(TraceSample.of(folder.resolve("b.prv")).namesEnding(".prv")).isEmpty();
    }

    @Test
    void formatOf_isLoggedWhereItIsChosen_notWhereItIsGiven() throws IOException {
        Path file = Files.writeString(folder.resolve("program.tailback"), "tailback-trace 1\nranks 1\n");
        Logger logger = (Logger) LoggerFactory.getLogger(Traces.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Level before = logger.getLevel();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try {
            for (Path path : List.of(file, Path.of("ring:ranks=2,bytes=1"))) {
                Traces.formatOf(path, Traces.formatOf(path, null).name());
            }
        } finally {
            logger.setLevel(before);
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.startsWith(file + ":") || line.startsWith("ring:ranks=2,bytes=1:"))
                .containsExactly(
                        file + ": format tailback, recognised by content",
                        "ring:ranks=2,bytes=1: format generated, by name, because there is no such file");
    }

    @Test
    void open_unknownContent_tellsWhatWasSeenAndTheFormats() throws IOException {
        Path file = Files.writeString(folder.resolve("letter"), "Dear reader,\nhow are you?\n");
        Path empty = Files.createFile(folder.resolve("empty"));
        Path emptyFolder = Files.createDirectory(folder.resolve("folder"));

        assertThatThrownBy(() -> Traces.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(
                        file + ": not recognised as a trace; it begins with 'Dear reader,\\x0ahow are you?\\x0a'.")
                .hasMessageContaining("\n  simgrid-ti: ");
        assertThatThrownBy(() -> Traces.open(empty)).hasMessageContaining("the file is empty");
        assertThatThrownBy(() -> Traces.open(emptyFolder)).hasMessageContaining("the folder is empty");
        assertThatThrownBy(() -> Traces.open(folder))
                .hasMessageContaining("the folder holds 3 entries: empty, folder, letter");
    }

    @Test
    void open_unknownFormat_suggestsTheNearest() {
        assertThatThrownBy(() -> Traces.open(folder, "simgrid-tl", TraceOptions.DEFAULTS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Unknown trace format 'simgrid-tl'. Did you mean 'simgrid-ti'? Formats: ");
    }

    @Test
    void options_computeSpeed_isCheckedAndDefaultsToTenGigaflops() {
        assertThat(TraceOptions.DEFAULTS.computeSpeed()).isEqualTo(1e10);
        assertThat(TraceOptions.DEFAULTS.hasComputeSpeed()).isFalse();
        assertThat(TraceOptions.DEFAULTS.withComputeSpeed(2e9).computeSpeed()).isEqualTo(2e9);
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> TraceOptions.DEFAULTS.withComputeSpeed(wrong))
                    .isInstanceOf(InputException.class);
        }
    }

    @Test
    void summary_countsOperationsMessagesAndBytes() {
        TraceSummary summary = TraceSummary.of(new ProgramTrace(
                "built",
                ProgramBuilder.ranks(2)
                        .rank(0)
                        .isend(0, 1, 0, 10)
                        .compute(1)
                        .await(0)
                        .send(1, 0, 5)
                        .collective(CollectiveCall.uniform(CollectiveCall.Kind.REDUCE_SCATTER, 0, 9))
                        .rank(1)
                        .irecv(0, 0, 0, 10)
                        .awaitAll(0)
                        .recv(0, 0, 5)
                        .build()));

        assertThat(summary.ranks()).isEqualTo(2);
        assertThat(summary.operations().toString())
                .isEqualTo("{compute=1, irecv=1, isend=1, recv=1, reducescatter=1, send=1, wait=1, waitall=1}");
        assertThat(summary.messages()).isEqualTo(2);
        assertThat(summary.bytes()).isEqualTo(15);
        assertThat(summary.span()).isNaN();
        assertThat(summary.communicators()).isEqualTo(1);
        assertThat(summary.approximations()).isEmpty();
    }

    @Test
    void summary_moreBytesThan63Bits_areCappedAndSaid() {
        ProgramBuilder builder =
                ProgramBuilder.ranks(1).send(0, 0, Long.MAX_VALUE).send(0, 0, 1).send(0, 0, 5);

        TraceSummary summary = TraceSummary.of(new ProgramTrace("built", builder.build()));

        assertThat(summary.bytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(summary.messages()).isEqualTo(3);
        assertThat(summary.approximations())
                .containsExactly("The sum of bytes exceeds 63 bits; the largest 63-bit number is shown.");
    }

    @Test
    void recognise_cutGzip_saysThatItIsCut(@TempDir Path folder) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("tailback 1\nranks 2\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("cut.tailback.gz"), Arrays.copyOf(packed.toByteArray(), 20));

        assertThatThrownBy(() -> Traces.recognise(TraceSample.of(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a truncated or damaged gzip file");
    }
}
