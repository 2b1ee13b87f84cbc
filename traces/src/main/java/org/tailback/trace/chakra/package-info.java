/**
 * Chakra execution traces of MLCommons: one graph of compute, send, receive and collective nodes per rank (an
 * accelerator), in protobuf or JSON. {@code ChakraReader} finds the files of the ranks, {@code ProtobufNodes} and
 * {@code JsonNodes} read the nodes of one file, {@code NodeGraph} converts them to the operations of a schedule.
 */
@Internal
@NullMarked
package org.tailback.trace.chakra;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
