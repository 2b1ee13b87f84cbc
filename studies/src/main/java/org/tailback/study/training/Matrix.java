package org.tailback.study.training;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A matrix of parameters on a GPU, by which the activations of tokens are multiplied.
 *
 * @param inputs width of the input, > 0
 * @param outputs width of the product, > 0
 * @param count number of equal matrices, >= 1
 */
record Matrix(double inputs, double outputs, int count) {
    static Matrix of(double inputs, double outputs) {
        return new Matrix(inputs, outputs, 1);
    }

    /** Returns the time of the products of a number of tokens, seconds. */
    static double forward(List<Matrix> matrices, double tokens, Gpu gpu, boolean of8Bits) {
        return sum(matrices, each -> gpu.product(tokens, each.outputs, each.inputs, of8Bits));
    }

    /** Returns the time of both products of the backward pass: gradients of activations, and of parameters. */
    static double backward(List<Matrix> matrices, double tokens, Gpu gpu, boolean of8Bits) {
        return sum(
                matrices,
                each -> gpu.product(tokens, each.inputs, each.outputs, of8Bits)
                        + gpu.product(each.inputs, each.outputs, tokens, of8Bits));
    }

    /** Returns the time of the products of several groups of tokens, each with separate matrices. */
    static double groupedForward(List<Matrix> matrices, double tokens, double groups, Gpu gpu, TrainingStep step) {
        return sum(
                matrices,
                each -> groups
                        * Math.max(
                                gpu.moving(each.inputs * each.outputs * step.matrixBytes()),
                                gpu.product(tokens, each.outputs, each.inputs, step.fp8())));
    }

    /** Returns the time of both products of their backward pass; gradients of parameters are added up in memory. */
    static double groupedBackward(List<Matrix> matrices, double tokens, double groups, Gpu gpu, TrainingStep step) {
        return sum(matrices, each -> {
            double read = gpu.moving(each.inputs * each.outputs * step.matrixBytes());
            double added = gpu.moving(each.inputs * each.outputs * 2 * step.gradientBytes());
            return groups
                    * (Math.max(read, gpu.product(tokens, each.inputs, each.outputs, step.fp8()))
                            + Math.max(added, gpu.product(each.inputs, each.outputs, tokens, step.fp8())));
        });
    }

    private static double sum(List<Matrix> matrices, ToDoubleFunction<Matrix> seconds) {
        double sum = 0;
        for (Matrix each : matrices) {
            sum += each.count * seconds.applyAsDouble(each);
        }
        return sum;
    }
}
