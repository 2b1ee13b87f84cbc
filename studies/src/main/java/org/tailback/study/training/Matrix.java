package org.tailback.study.training;

import java.util.List;

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

    /** Returns the time of the products of some tokens, seconds. */
    static double forward(List<Matrix> matrices, double tokens, Gpu gpu, boolean of8Bits) {
        double sum = 0;
        for (Matrix each : matrices) {
            sum += each.count * gpu.product(tokens, each.outputs, each.inputs, of8Bits);
        }
        return sum;
    }

    /** Returns the time of the products of several groups of tokens, each with separate matrices. */
    static double groupedForward(List<Matrix> matrices, double tokens, double groups, Gpu gpu, TrainingStep step) {
        double sum = 0;
        for (Matrix each : matrices) {
            double read = gpu.moving(each.inputs * each.outputs * step.matrixBytes());
            sum += each.count * groups * Math.max(read, gpu.product(tokens, each.outputs, each.inputs, step.fp8()));
        }
        return sum;
    }

    /** Returns the time of both products of their backward pass; gradients of parameters are added up in memory. */
    static double groupedBackward(List<Matrix> matrices, double tokens, double groups, Gpu gpu, TrainingStep step) {
        double sum = 0;
        for (Matrix each : matrices) {
            double read = gpu.moving(each.inputs * each.outputs * step.matrixBytes());
            double added = gpu.moving(each.inputs * each.outputs * 2 * step.gradientBytes());
            sum += each.count
                    * groups
                    * (Math.max(read, gpu.product(tokens, each.inputs, each.outputs, step.fp8()))
                            + Math.max(added, gpu.product(each.inputs, each.outputs, tokens, step.fp8())));
        }
        return sum;
    }

    /** Returns the time of both products of the backward pass: gradients of activations, and of parameters. */
    static double backward(List<Matrix> matrices, double tokens, Gpu gpu, boolean of8Bits) {
        double sum = 0;
        for (Matrix each : matrices) {
            double activations = gpu.product(tokens, each.inputs, each.outputs, of8Bits);
            double parameters = gpu.product(each.inputs, each.outputs, tokens, of8Bits);
            sum += each.count * (activations + parameters);
        }
        return sum;
    }
}
