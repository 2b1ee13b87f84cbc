package org.tailback.cli.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

class ExtrapolateCommandTest {
    private static final String CODE = "halo:bytes=64KiB,iterations=3,compute=1ms,grid=";

    @TempDir
    Path folder;

    @BeforeEach
    void record() {
        for (int side : new int[] {4, 6, 8}) {
            CommandRun.of("convert", CODE + side + "x" + side, file("halo-" + side + ".tailback.gz"))
                    .succeeded();
        }
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String text(String settings) {
        return "extrapolate:" + file("halo-*") + "," + settings;
    }

    private static double makespan(String... trace) {
        return CommandRun.of(trace).succeeded().json().path("makespan").doubleValue();
    }

    @Test
    void json_hasClassesWithLaws() {
        JsonNode result = CommandRun.of("extrapolate", file("halo-*"), "--ranks", "144", "--format", "json")
                .succeeded()
                .json();
        assertThat(result.path("ranks").intValue()).isEqualTo(144);
        assertThat(result.path("sides").textValue()).isEqualTo("12 x 12");
        assertThat(result.path("classes").get(0).path("ranks").intValue()).isEqualTo(144);
        assertThat(result.path("warnings").toString()).contains("16, 36, 64 ranks");
    }

    /** Where the computation of a rank is constant, so is the fitted one. */
    @ParameterizedTest
    @CsvSource({"h.tailback", "h.tailback.gz", "h.ti", "h.goal"})
    void output_isReplayedAsTheProgramItself(String name) {
        CommandRun.of("extrapolate", file("halo-*"), "--ranks", "144", "--output", file(name))
                .succeeded();
        String[] own = {"replay", file(name), "--platform", "lumi", "--compute-scale", "0", "--format", "json"};
        String[] code = {"replay", CODE + "12x12", "--platform", "lumi", "--compute-scale", "0", "--format", "json"};
        assertThat(makespan(own)).isCloseTo(makespan(code), withPercentage(1e-4));
    }

    @Test
    void replay_ofTheName_isTheReplayOfTheCode() {
        for (String platform : new String[] {"lumi", "leonardo", "fat-tree-100g"}) {
            String[] own = {"replay", text("ranks=144"), "--platform", platform, "--format", "json"};
            String[] code = {"replay", CODE + "12x12", "--platform", platform, "--format", "json"};
            assertThat(makespan(own)).as(platform).isCloseTo(makespan(code), withPercentage(1e-7));
        }
    }

    @Test
    void verdict_namesRecordingsWithoutFolders() {
        assertThat(CommandRun.of("replay", text("ranks=144"), "--platform", "lumi")
                        .succeeded()
                        .out())
                .startsWith("extrapolate:halo-*,ranks=144 takes");
    }

    @Test
    void name_inAStudyFile_isRelativeToIt() throws IOException {
        Path study = Files.writeString(folder.resolve("s.yaml"), """
                workloads:
                  - trace: extrapolate:halo-4.tailback.gz,halo-*,ranks=144
                platforms: [lumi]
                """);
        CommandRun.of("sweep", study.toString()).failed(2, "halo-4.tailback.gz");
        Files.writeString(study, Files.readString(study).replace("halo-4.tailback.gz,", ""));
        CommandRun.of("sweep", study.toString()).succeeded();
        Path jobs = Files.writeString(folder.resolve("j.yaml"), """
                platform: lumi
                jobs:
                  - {name: halo, trace: "extrapolate:halo-*,ranks=144"}
                """);
        CommandRun.of("jobs", jobs.toString()).succeeded();
    }

    private static void assertSameMakespan(String code, String recorded, int target) {
        StringBuilder name = new StringBuilder("extrapolate:");
        for (String ranks : recorded.split(" ")) {
            name.append(CommandRun.shared("traces/scaling/" + code + "-" + ranks))
                    .append(',');
        }
        String recording =
                CommandRun.shared("traces/scaling/" + code + "-" + target).toString();
        for (String platform : new String[] {"lumi", "leonardo", "fat-tree-100g"}) {
            String[] own = {
                "replay", name + "ranks=" + target, "--platform", platform, "--compute-scale", "0", "--format", "json"
            };
            String[] judge = {"replay", recording, "--platform", platform, "--compute-scale", "0", "--format", "json"};
            assertThat(makespan(own)).as(code + " on " + platform).isCloseTo(makespan(judge), withPercentage(1e-7));
        }
    }

    @Test
    void makespan_withoutComputation_isThatOfTheRecording() {
        assertSameMakespan("npb-ft-A", "4 8", 32);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "npb-ep-S, 4 8 16 32, 64",
        "npb-cg-A, 4 8 16 32, 64",
        "npb-lu-A, 4 8 16 32, 64",
        "npb-sp-A, 4 9 16, 36",
        "npb-bt-A, 4 9 16, 36",
        "prk-stencil-1024, 4 8 16 32, 64",
        "prk-transpose-1024, 4 8 16, 32",
        "prk-p2p-1024, 4 8 16, 32",
        "lulesh-s4, 8 27, 64",
        "hpcg-n16, 4 8 16 27, 32"
    })
    void makespan_ofLongCodes_isThatOfTheRecording(String code, String recorded, int target) {
        assertSameMakespan(code, recorded, target);
    }

    @Test
    void badInput_saysWhatWasExpected() {
        CommandRun.of("replay", text("rank=144"), "--platform", "lumi").failed(2, "unknown setting 'rank=144'");
        CommandRun.of("replay", text("scaling=weak"), "--platform", "lumi").failed(2, "number of ranks is missing");
        CommandRun.of("replay", text("ranks=0"), "--platform", "lumi").failed(2, "'ranks' must be a whole number");
        CommandRun.of("replay", text("ranks=9,scaling=x"), "--platform", "lumi").failed(2, "weak, strong");
        CommandRun.of("replay", "extrapolate:ranks=9", "--platform", "lumi").failed(2, "at least two numbers");
        CommandRun.of("extrapolate", file("none-*"), "--ranks", "9").failed(2, "no file or folder has such a name");
        CommandRun.of("extrapolate", file("none"), "--ranks", "9").failed(2, "no such file or folder");
        CommandRun.of("extrapolate", file("halo-*"), "--ranks", "150").failed(2, "The next such number: 169");
        CommandRun.of("extrapolate", file("halo-*"), "--ranks", "-1").failed(2, "--ranks");
    }
}
