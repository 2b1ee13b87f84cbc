package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.generator.BinomialBroadcast;
import org.tailback.schedule.generator.Dissemination;
import org.tailback.schedule.generator.Halo;
import org.tailback.schedule.generator.LinearAlltoall;
import org.tailback.schedule.generator.RingAllreduceSchedule;

/**
 * Generated patterns against LogGOPSim (spcl/LogGOPSim 76451de, with a stable sort): makespans in ns that it printed
 * for the schedules that its own schedgen made, {@code schedgen --ptrn dissemination --commsize 64 --datasize 65536}
 * and so on, with six sets of parameters.
 */
class LogGopsPatternsTest {
    private static final List<LogGops> PARAMETERS = List.of(
            LogGops.DEFAULT,
            new LogGops(50_000, 8_000, 12_000, 8, 1, 65_536),
            new LogGops(1_300, 400, 700, 1, 0, 16_384),
            new LogGops(100, 3_000, 500, 1, 3, 1_000),
            new LogGops(2_500, 1_500, 1_000, 6, 0, 0),
            new LogGops(2_500, 1_500, 1_000, 6, 0, 2_147_483_647));

    @ParameterizedTest
    @CsvSource({
        "broadcast,       32, 1,       27500,    330000,   10500,   30500,    27500,    27500",
        "broadcast,       64, 1024,    69828,    445104,   18738,   55014,    69828,    69828",
        "dissemination,   16, 8,       22168,    264224,   8428,    24484,    22168,    22168",
        "dissemination,   64, 65536,   2392260,  3634890,  405810,  2395260,  2392260,  2392260",
        "ring,            8,  1048576, 11086964, 16738946, 1864394, 11093964, 11086964, 11086964",
        "ring,            64, 65536,   1466388,  9347184,  393498,  1529388,  1466388,  1466388",
        "alltoall,        8,  100000,  4238458,  6411937,  714693,  4241958,  4238458,  4238458",
        "alltoall,        64, 1024,    733194,   1635581,  196749,  764694,   733194,   733194",
        "halo 8x8 5,      64, 1024,    257760,   766840,   87460,   267760,   257760,   257760",
        "halo 4x4x4 50,   64, 2048,    626768,   1204784,  299528,  638768,   626768,   626768",
        "incast,          9,  4000,    207952,   405936,   38992,   123076,   207952,   207952",
    })
    void makespan_patternsOfSchedgen_isWhatLogGopSimPrinted(
            String pattern,
            int ranks,
            int bytes,
            long first,
            long second,
            long third,
            long fourth,
            long fifth,
            long sixth) {
        Schedule schedule = schedule(pattern, ranks, bytes);
        assertThat(PARAMETERS)
                .extracting(parameters ->
                        LogGopsSimulation.run(schedule, parameters).makespan())
                .containsExactly(first, second, third, fourth, fifth, sixth);
    }

    /** Operations that become ready together by the hundred keep their order: LogGOPSim deadlocks here without it. */
    @Test
    void run_ringOfAHundredRanksWithOneTag_finishesLikeWithATagPerStep() {
        LogGopsResult oneTag = LogGopsSimulation.run(new RingAllreduceSchedule(100, 1 << 20, false), LogGops.DEFAULT);
        LogGopsResult tagPerStep =
                LogGopsSimulation.run(new RingAllreduceSchedule(100, 1 << 20, true), LogGops.DEFAULT);
        assertThat(oneTag.finishTimes()).isEqualTo(tagPerStep.finishTimes());
        assertThat(oneTag.messages()).isEqualTo(100 * 198);
    }

    private static Schedule schedule(String pattern, int ranks, int bytes) {
        return switch (pattern) {
            case "broadcast" -> new BinomialBroadcast(ranks, bytes);
            case "dissemination" -> new Dissemination(ranks, bytes);
            case "ring" -> new RingAllreduceSchedule(ranks, bytes, false);
            case "alltoall" -> new LinearAlltoall(ranks, bytes);
            case "halo 8x8 5" -> Halo.of(5, bytes, 5_000, 8, 8);
            case "halo 4x4x4 50" -> Halo.of(4, bytes, 50_000, 4, 4, 4);
            case "incast" -> incast(ranks, bytes);
            default -> throw new IllegalArgumentException(pattern);
        };
    }

    private static Schedule incast(int ranks, int bytes) {
        RankGraph graph = new RankGraph();
        for (int rank = 1; rank < ranks; rank++) {
            graph.receive(bytes, rank, 0);
        }
        PackedSchedule.Builder builder = PackedSchedule.builder().append(graph);
        graph.clear();
        graph.send(bytes, 0, 0);
        for (int rank = 1; rank < ranks; rank++) {
            builder.append(graph);
        }
        return builder.build();
    }
}
