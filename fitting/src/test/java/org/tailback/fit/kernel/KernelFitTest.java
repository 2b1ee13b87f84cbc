package org.tailback.fit.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.fit.SharedFiles;
import org.tailback.fit.kernel.KernelFit.Cpu;
import org.tailback.platform.KernelModel;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;

class KernelFitTest {
    private static final String CALLS = "kernel,node,cpu,m,n,k,seconds\n";
    private static final String MACHINE = "cluster: {nodes: 2, cores-per-node: 2}\nnetwork: {model: uncontended}\n"
            + "cost: {model: hockney, latency: 1 us, bandwidth: 1 GB/s}\n";

    @TempDir
    private Path folder;

    private static KernelFit.Result fit(String text) {
        return KernelFit.of(text, "calls.csv", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Calls of dgemm on node 1, CPU 0, of sizes up to 2000. */
    private static String calls(int count, ToDoubleFunction<long[]> seconds) {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder(CALLS);
        for (int i = 0; i < count; i++) {
            long[] sizes = {1 + random.nextInt(2000), 1 + random.nextInt(2000), 1 + random.nextInt(200)};
            text.append("dgemm,1,0," + sizes[0] + "," + sizes[1] + "," + sizes[2] + "," + seconds.applyAsDouble(sizes)
                    + "\n");
        }
        return text.toString();
    }

    @Test
    void calls_withoutNoise_giveBothNumbersBack() {
        Cpu cpu = fit(calls(20, s -> 1e-6 + 8e-11 * s[0] * s[1] * s[2])).cpus().get(0);

        assertThat(cpu.mean().get(0)).isCloseTo(1e-6, Percentage.withPercentage(1e-6));
        assertThat(cpu.mean().get(4)).isCloseTo(8e-11, Percentage.withPercentage(1e-9));
        assertThat(cpu.mean().subList(1, 4)).containsOnly(0.0);
        assertThat(cpu.samples()).isEqualTo(20);
    }

    @Test
    void calls_polynomial_giveAllTermsBack() {
        Cpu cpu = fit(calls(
                        60,
                        s -> 3e-6
                                + 2e-9 * s[0] * s[1]
                                + 1e-9 * s[0] * s[2]
                                + 5e-9 * s[1] * s[2]
                                + 7e-11 * s[0] * s[1] * s[2]))
                .cpus()
                .get(0);

        List<Double> expected = List.of(3e-6, 2e-9, 1e-9, 5e-9, 7e-11);
        for (int i = 0; i < 5; i++) {
            assertThat(cpu.mean().get(i)).isCloseTo(expected.get(i), Percentage.withPercentage(1e-4));
        }
    }

    /** A half-normal variable |Z| has the mean sqrt(2 / pi) and the variance 1 - 2 / pi: here 3 % of the mean. */
    @Test
    void calls_halfNormalNoise_meanIsInItsIntervalAndDeviationIsThatOfTheNoise() {
        Random noise = new Random(7);
        Cpu cpu = fit(calls(
                        900,
                        s -> 8e-11
                                * s[0]
                                * s[1]
                                * s[2]
                                * (1
                                        + 0.03
                                                * (Math.abs(noise.nextGaussian()) - Math.sqrt(2 / Math.PI))
                                                / Math.sqrt(1 - 2 / Math.PI))))
                .cpus()
                .get(0);

        assertThat(8e-11).isBetween(cpu.low().get(4), cpu.high().get(4));
        assertThat(cpu.high().get(4) / cpu.low().get(4) - 1).isBetween(0.001, 0.01);
        assertThat(cpu.deviation().get(4) / cpu.mean().get(4)).isCloseTo(0.03, within(0.002));
    }

    @Test
    void calls_ofOneSizeK_sayThatItIsNotTold() {
        StringBuilder text = new StringBuilder(CALLS);
        for (int m = 100; m < 2000; m += 50) {
            text.append("dgemm,,," + m + ",500,128," + 7e-11 * m * 500 * 128 + "\n");
        }
        KernelFit.Kernel kernel = fit(text.toString()).kernels().get(0);

        assertThat(kernel.notTold()).contains("the dependence of times on n", "the dependence of times on k");
        assertThat(kernel.valid()).isEqualTo("m 100 to 1950, n 500, k 128");
        assertThat(kernel.heldOut()).isLessThan(1e-9);
    }

    @Test
    void fragment_asKernels_takesTheTimesThatWereFitted() throws IOException {
        Path file = Files.writeString(
                folder.resolve("kernels.yaml"),
                fit(calls(20, s -> 1e-6 + 8e-11 * s[0] * s[1] * s[2]) + "daxpy,,,50,,,3e-6\n")
                        .fragment("calls.csv", "today")
                        .text());
        KernelModel kernels = Objects.requireNonNull(PlatformFile.parse(MACHINE, "p.yaml")
                .resolve(Overrides.NONE.withKernels(file.toString()))
                .kernels());

        assertThat(kernels.seconds(0, 0, "dgemm", 1000, 1000, 128, 0.8))
                .isCloseTo(1e-6 + 8e-11 * 1.28e8, Percentage.withPercentage(1e-6));
        assertThat(kernels.seconds(1, 0, "daxpy", 100, 1, 1, 0.8)).isCloseTo(6e-6, Percentage.withPercentage(1e-9));
        assertThat(kernels.seconds(1, 0, "dgemm", 10, 10, 10, 0.8)).isNaN();
        assertThat(PlatformFile.parse(MACHINE, "p.yaml")
                        .resolve(Overrides.NONE.withKernels(file.toString()))
                        .warnings())
                .anyMatch(text -> text.contains("1 of 2 CPUs have no row of dgemm"));
    }

    private static KernelFit.Result january() throws IOException {
        return jobs("dgemm_calibration.csv", "2020-01-13", "2020-01-28");
    }

    private static KernelFit.Result jobs(String file, String from, String until) throws IOException {
        return KernelFit.of(
                Files.readString(SharedFiles.find("measured/hpl-dahu/calibration/" + file)),
                file,
                Instant.parse(from + "T00:00:00Z").getEpochSecond(),
                Instant.parse(until + "T00:00:00Z").getEpochSecond());
    }

    /** The polynomials of autumn 2019 times the jobs of January over those of autumn; the table has six digits. */
    @Test
    void sharedPolynomials_atTheLevelOfJanuary_areTheTableOfDahu() throws IOException {
        List<Cpu> january = january().cpus();
        List<Cpu> autumn = jobs("dgemm_calibration_slownodes.csv", "2019-10-18", "2019-11-27")
                .cpus();
        KernelFit.Result fitted =
                fit(Files.readString(SharedFiles.find("measured/hpl-dahu/calibration/dgemm_polynomial_dahu.csv")));
        KernelModel dahu = Objects.requireNonNull(
                PlatformFile.read(Path.of("dahu")).resolve(Overrides.NONE).kernels());

        assertThat(fitted.cpus()).hasSize(64);
        for (Cpu cpu : fitted.cpus()) {
            for (double noise : new double[] {0, Math.sqrt(2 / Math.PI), 2}) {
                double deviations = (noise - Math.sqrt(2 / Math.PI)) / Math.sqrt(1 - 2 / Math.PI);
                double expected =
                        ofSizes(cpu.mean(), 2048, 1024, 128) + deviations * ofSizes(cpu.deviation(), 2048, 1024, 128);
                expected *= coefficient(january, cpu) / coefficient(autumn, cpu);
                assertThat(dahu.seconds(cpu.node() - 1, cpu.cpu(), "dgemm", 2048, 1024, 128, noise))
                        .isCloseTo(expected, Percentage.withPercentage(1e-3));
            }
        }
    }

    private static double ofSizes(List<Double> c, double m, double n, double k) {
        return c.get(0) + c.get(1) * m * n + c.get(2) * m * k + c.get(3) * n * k + c.get(4) * m * n * k;
    }

    private static double coefficient(List<Cpu> jobs, Cpu of) {
        return jobs.stream()
                .filter(cpu -> cpu.node() == of.node() && cpu.cpu() == of.cpu())
                .findFirst()
                .orElseThrow()
                .mean()
                .get(4);
    }

    @Test
    void sharedJobs_aThird_predictsTheRest() throws IOException {
        KernelFit.Kernel dgemm = january().kernels().get(0);

        assertThat(dgemm.heldOut()).isBetween(1e-4, 0.015);
    }

    @Test
    void sharedTables_ofAllForms_areRead() throws IOException {
        String folderOfTables = "measured/hpl-dahu/calibration/";
        for (String name : List.of("dgemm_polynomial_dahu.csv", "dgemm_linear_dahu_branch.csv")) {
            KernelFit.Result read = fit(Files.readString(SharedFiles.find(folderOfTables + name)));
            assertThat(read.cpus()).hasSize(64);
            assertThat(read.cpusPerNode()).isEqualTo(2);
        }
        List<Cpu> others = fit(Files.readString(SharedFiles.find("measured/hpl-dahu/kernels.csv")))
                .cpus();
        assertThat(others)
                .hasSize(15)
                .extracting(Cpu::kernel)
                .contains("dtrsm", "dlaswp00N")
                .doesNotContain("dgemm");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kernel,time~dgemm,1 | calls.csv: expected a table of kernels, found the header 'kernel,time'",
                "kernel,m,n,k,seconds~dgemm,1,2,3,0 | calls.csv:2: expected a time above 0, found '0'",
                "kernel,m,n,k,seconds~dgemm,1,2,x,1 | calls.csv:2: expected a k from 1 to 2147483647, found 'x'",
                "kernel,m,n,k,seconds~dgemm,1,2 | calls.csv:2: expected 5 values (kernel,m,n,k,seconds), found 3",
                "kernel,m,n,k,seconds | calls.csv: there is no kernel",
                "kernel,m,n,k,seconds~dgemm,1,2,3,fast | calls.csv:2: expected a number for seconds, found 'fast'",
            })
    void badInput_saysWhere(String text, String message) {
        assertThatThrownBy(() -> fit(text.replace('~', '\n')))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
