package org.tailback.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/**
 * Conclusions of the five papers in the commands' own words. Commands without a verdict state them in their first
 * sentence.
 */
class PaperConclusionsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Nomura Fig. 17: A is faster than B, which waits for a retransmission timeout"
                        + "| alltoall --algorithm A,B --ranks 8,16,32,64 --size 64KiB:1MiB:x4"
                        + " --platform plogpt-table2-bidirectional"
                        + "| A, 1.527 to 30.79 times as fast: B waits for a timeout of 200 ms",
                "Nomura (20): without the timeout B is faster"
                        + "| alltoall --algorithm A,B --ranks 8,16,32 --size 1KiB,16KiB"
                        + " --platform plogpt-table2-bidirectional --loss none --model-error 10%"
                        + "| take B: fastest in all 6 cases, beyond the error of up to 10 %",
                "Nomura section VI: how close the times are is stated without a number"
                        + "| alltoall --algorithm A,B --ranks 8 --size 16KiB --platform plogpt-table2-bidirectional"
                        + "| stated: 'very close to the actual execution time' of MPI_Alltoall (Nomura et al. 2007",
                "Vienne Figs 2 and 4: penalties on Gigabit Ethernet are not those of Myrinet"
                        + "| evaluate docs/measured/vienne-2008-fig2-fig4.json --model gigabit-ethernet --model myrinet"
                        + "| gigabit-ethernet is nearest to the measured times: mean error 1.4 %, ",
                "Vienne Figs 8 and 9: HPL is fastest on Myrinet, with the nodes filled one after the other"
                        + "| compare hpl:n=2050,nb=120,p=1,q=16,bcast=1ring --platform vienne-gige"
                        + " --platform vienne-myrinet --compute-speed 4Gf --placement"
                        + " round-robin-node,round-robin-processor"
                        + "| Nominally vienne-myrinet, round-robin-processor is ",
                "Martinasso Fig. 4: the model is nearer to the measured times than max-min sharing"
                        + "| evaluate docs/measured/martinasso-2011-fig4.json --model infiniband --model max-min"
                        + "| infiniband is nearest to the measured times: mean error 3.3 %, ",
                "Martinasso section 5: errors below 15 %"
                        + "| collective alltoall --algorithm bruck,pairwise --ranks 16 --size 20MB"
                        + " --platform martinasso-infiniband"
                        + "| take pairwise: 2.133 times as fast as bruck, beyond the error of 15 % stated in Martinasso"
                        + " and Mehaut 2011, section 5",
                "Zhu (6): a message out of a node is as slow as the two into it"
                        + "| graph X2>X1;X3>X1;X1>X4 --platform zhu-two-racks"
                        + "| 3 messages under hierarchical-ethernet take 2 s; largest first penalty 2 (1, 2, 3)",
                "Zhu (6) against fair sharing: it would have the card for itself"
                        + "| graph X2>X1;X3>X1;X1>X4 --platform zhu-two-racks"
                        + " --model hierarchical-ethernet:asymmetric=false"
                        + "| 3 messages under hierarchical-ethernet take 2 s; largest first penalty 2 (1, 2)",
                "Zhu Fig. 2: shares within 10 % are quoted and decide nothing"
                        + "| compare ring:ranks=8,bytes=1MiB --platform zhu-two-racks --placement"
                        + " round-robin-node,round-robin-processor"
                        + "| 83.2 % of the messages of d = 1 within 10 % (Zhu et al. 2012, Fig. 2); 77.3 % of the messages"
                        + " of d = 2 within 10 %",
                "Hoefler Table 2: Open MPI over OpenIB has the least gap per byte of the four"
                        + "| compare ring:ranks=2,bytes=64KiB --platform"
                        + " hoefler-mpich2-tcp,hoefler-nmpi-sci,hoefler-openmpi-gm,hoefler-openmpi-openib"
                        + "| Nominally hoefler-openmpi-openib is 3.138 times as fast as hoefler-nmpi-sci",
            })
    void conclusion_isInTheCommandsOwnWords(String conclusion, String command, String sentence) {
        String[] words = command.strip().split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].startsWith("docs/")
                    ? CommandRun.repository(words[i]).toString()
                    : words[i].replace(';', ' ');
        }

        assertThat(CommandRun.of(words).succeeded().out().replaceAll("\\s+", " "))
                .as(conclusion)
                .contains(sentence.strip());
    }
}
